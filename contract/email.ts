/** Whether the text has the form of an e-mail address. Only the form: nobody is asked whether it exists. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 &&
  /^[^\s@<>(),;:"[\]\\\p{C}]{1,64}@(?!-)[\p{L}\p{N}-]+(?<!-)(\.(?!-)[\p{L}\p{N}-]+(?<!-))*$/u.test(text) &&
  !/^\.|\.\.|\.@/.test(text)
