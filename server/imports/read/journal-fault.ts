/** Thrown for a part of a journal that its own program would not take either; the message says why. */
export class NotJournal extends Error {}
export const isNot = (message: string): never => {
  throw new NotJournal(message)
}
