/** Invisible characters: two e-mails that look the same could differ in one. Braille's blank is a sign, not a space. */
const invisible = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether the text has the form of an e-mail address. Only the form is checked, not whether the address exists. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 &&
  !invisible.test(text) &&
  /^[^\s@<>(),;:"[\]\\]{1,64}@(?!-)[\p{L}\p{M}\p{N}-]+(?<!-)(\.(?!-)[\p{L}\p{M}\p{N}-]+(?<!-))*$/u.test(
    text,
  ) &&
  !/^\.|\.\.|\.@/.test(text)
