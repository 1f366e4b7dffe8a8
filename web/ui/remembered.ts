/** A function that computes its answer once for each text: for values that every row of a long list needs again and again. */
export function remembered<Value>(make: (text: string) => Value): (text: string) => Value {
  const answers = new Map<string, Value>()
  return (text) => {
    const answer = answers.get(text)
    if (answer !== undefined) return answer
    const made = make(text)
    answers.set(text, made)
    return made
  }
}
