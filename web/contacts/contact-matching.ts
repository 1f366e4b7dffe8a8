import { fold } from '../ui/matching.ts'

type ContactWithName = { name: string; email: string | null; phone: string | null; notes: string | null }

/** The contacts in which every word of the search is found; those whose name begins with it come first. */
export function matchingContacts<C extends ContactWithName>(contacts: readonly C[], search: string): C[] {
  const words = fold(search).split(/\s+/).filter(Boolean)
  const found = contacts.filter(({ name, email, phone, notes }) => {
    const text = fold([name, email, phone, notes].filter(Boolean).join(' '))
    return words.every((word) => text.includes(word))
  })
  const begins = ({ name }: C) => words[0] !== undefined && fold(name).startsWith(words[0])
  return [...found.filter(begins), ...found.filter((contact) => !begins(contact))]
}
