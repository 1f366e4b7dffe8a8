/** A function that works its answer out once for each text: what every row of a long list asks for again and again. */
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
