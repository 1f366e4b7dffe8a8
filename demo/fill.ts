import { deleteMe, login, logout, register } from '../contract/auth.ts'
import { getBook, updateBook } from '../contract/books.ts'
import { type Client, client, Refused } from '../contract/client.ts'
import { createBookInvitation } from '../contract/members.ts'
import type { Code } from '../contract/refusals.ts'
import type { Language } from '../words/languages.ts'
import { inLanguage, t } from '../words/t.ts'
import { ANA, household, JONAS, type Options } from './household.ts'
import { ownBookOf } from './own-book.ts'
import { play } from './play.ts'

/** The name of the book while it is being filled, so that an interrupted fill is not taken for a whole one. */
const UNFINISHED = 'Demo household, unfinished'

/** The household, and the language of everything that has a name in it. */
type Filling = Options & { readonly language?: Language }

type Login = { readonly email: string; readonly password: string }

/** Makes the household at a Florin, unless a whole one is there; answers whether it was made. */
export async function fill(base: string, { language = 'en', ...options }: Filling): Promise<boolean> {
  const there = await signIn(base)
  if (there && (await isWhole(there))) {
    await there.call(logout)
    return false
  }
  const jonasThere = await signIn(base, JONAS) // in a household that was broken off: Ana cannot leave it to him
  await jonasThere?.call(deleteMe, { body: { current_password: JONAS.password } })
  await there?.call(deleteMe, { body: { current_password: ANA.password } })
  const ana = await signUp(base, language)
  if (!ana) return false
  await ana.call(updateBook, { body: { name: UNFINISHED } })
  const { id } = await ana.call(getBook)
  const jonas = await join(base, ana, id, language)
  const said = inLanguage(language, () => ({
    household: household(options),
    ownBook: ownBookOf(options),
    name: t('Demo household'),
  }))
  await play(ana, said.household, { [JONAS.name]: jonas.inHousehold })
  await play(jonas.inOwnBook, said.ownBook)
  await ana.call(updateBook, { body: { name: said.name } })
  for (const { call } of [ana, jonas.inOwnBook]) await call(logout)
  return true
}

/** Jonas opens an account by an invitation to the household: then he is in it, and has a book of his own. */
async function join(base: string, ana: Client, bookId: string, language: Language) {
  const { token: invitation } = await ana.call(createBookInvitation, { body: { role: 'editor' } })
  const body = {
    ...JONAS,
    password_confirmation: JONAS.password,
    base_currency_id: 'EUR',
    invitation,
    ...speaking(language),
  }
  const { token } = await client(fetch, base).call(register, { body })
  return { inHousehold: client(fetch, base, token, bookId), inOwnBook: client(fetch, base, token) }
}

/** Whether the household was filled to its end. Somebody may have renamed it since. */
async function isWhole({ call }: Client): Promise<boolean> {
  const { name, seal } = await call(getBook)
  return seal.version > 1 && name !== UNFINISHED
}

function signIn(base: string, { email, password } = ANA as Login): Promise<Client | undefined> {
  return unless('bad_credentials', async () => {
    const { token } = await client(fetch, base).call(login, { body: { email, password } })
    return client(fetch, base, token)
  })
}

/** Nobody, if the e-mail is taken: then somebody has changed the password, and uses this household. */
function signUp(base: string, language: Language): Promise<Client | undefined> {
  const body = { ...ANA, password_confirmation: ANA.password, base_currency_id: 'EUR', ...speaking(language) }
  return unless('email_taken', async () => {
    const { token } = await client(fetch, base).call(register, { body })
    return client(fetch, base, token)
  })
}

/** Without a language, names are English and the browser says the language of the screens. */
const speaking = (language: Language) => (language === 'en' ? {} : { language })

async function unless<T>(code: Code, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused && error.problem.code === code) return undefined
    throw error
  }
}
