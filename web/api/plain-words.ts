import { isDay } from '../../contract/day.ts'
import type { Problem } from '../../contract/problem.ts'
import type { Code } from '../../contract/refusals.ts'
import { dayText } from '../ui/dates.ts'
import { ALT } from '../ui/keys.ts'
import { withMoney } from '../ui/money-in-text.ts'
import { typeset } from '../ui/wording.ts'

/**
 * The service's sentences are for programs too: they name fields, methods and addresses. Here a refusal is put into the reader's words
 * where it arrives, so that no screen can show anything else.
 */
export function inPlainWords(problem: Problem): Problem {
  const own = ownWords[problem.code as Code]?.(problem.params) // a code that is not ours has no words here
  const say = (sentence: string) => own ?? plainly(sentence, problem.title)
  const errors =
    problem.errors &&
    Object.fromEntries(
      Object.entries(problem.errors).map(([field, sentences]) => [field, sentences.map(say)] as const),
    )
  const detail = say(problem.detail)
  return { ...problem, detail, message: detail, ...(errors && { errors }) }
}

type RefusalWords = (params: Readonly<Record<string, unknown>>) => string

const notHere = 'Florin’s page sent something that the service does not know. Reload the page and try again.'
const otherAccount = 'This account cannot be used here. Choose another one.'
const unknown = (what: string) => () => `This ${what} is not there any more. Choose another one.`

const day = (value: unknown): string => (isDay(String(value)) ? dayText(String(value)) : String(value))

/** Why an entry is refused that would change the difference to a stated value. */
const lockedValue = ({ account_name, date, amount }: Readonly<Record<string, unknown>>): string =>
  `“${account_name}” was worth ${amount} on ${day(date)}, as you stated, and the entry that leads there is closed, reconciled or too large. Date this one later, or change the value first.`

/** Whether entries would change a stated value; not so if it is the value itself that may not be stated or removed. */
const isByEntries = (params: Readonly<Record<string, unknown>>): boolean => {
  const value = params.value as Readonly<Record<string, unknown>> | undefined // an object, where it is there
  return value !== undefined && (!(value.is_stated || value.is_removed) || 'too_large' in params)
}

const lockedStart = (
  params: Readonly<Record<string, unknown>>,
  said: Readonly<Record<string, unknown>>,
): string =>
  `You said that “${said.account_name}” had ${withMoney(String(said.amount))} as of ${day(said.date)}, so an entry before that moves its start, which is of ${day(params.date)}. ` +
  ('closed_through' in params
    ? `Your books are closed through ${day(params.closed_through)}: open them again`
    : `That is on the statement of ${day(params.statement_date)}, which you have reconciled: open the reconciliation again`) +
  `, or say in the account that you know its balance at the start.`

const aRole = (role: unknown): string => `${/^[aeiou]/.test(String(role)) ? 'an' : 'a'} ${role}`

/** The field that an annotator tried to change, by its name in the refusal. */
const fieldWords: Readonly<Record<string, string>> = {
  amount: 'the amount',
  base_amount: 'the amount',
  currency_id: 'the currency',
  date: 'the day',
  account_id: 'the account',
  memo: 'what it was',
  splits: 'how it is split',
  shares: 'who shares it',
  'the trash': 'the trash',
  'what is in the trash': 'the trash',
  'the list of transactions': 'the list of transactions',
}

const namesOf = (books: unknown): string =>
  Array.isArray(books) ? books.map((one: { name?: unknown }) => `“${one.name}”`).join(', ') : 'this book'

const ownWords: Readonly<Partial<Record<Code, RefusalWords>>> = {
  bad_request: () => notHere,
  not_json: () => notHere,
  unauthenticated: () => 'You are not signed in.',
  cross_site: () => 'This can only be done on Florin’s own pages.',
  route_not_found: () => notHere,
  method_not_allowed: () => notHere,
  unsupported_media_type: () => notHere,
  plans_too_many: ({ count }) =>
    `Your book has ${count} recurring entries, trash included, which is the most there can be. Remove one for good first.`,
  stale: () => 'It was changed in the meantime. Look at it again, then repeat your change.',
  not_allowed: ({ role, needs }) =>
    `As ${aRole(role)} you cannot do this in this book. ${needs === 'own' ? 'It takes an owner.' : 'It takes an editor or an owner.'}`,
  field_not_allowed: ({ field }) =>
    `An annotator cannot change ${fieldWords[String(field)] ?? 'this'}. You can sort entries: category, tags, notes and person. Ask an owner or an editor for the rest.`,
  last_owner: ({ books }) =>
    `You are the only owner of ${namesOf(books)}. Make another member an owner first.`,
  cursor_invalid: () => 'The list has changed. Reload the page.',
  since_ahead: ({ version }) => `Your book has not come that far: its latest change is number ${version}.`,
  reply_erased: () =>
    'This was done before, and has been deleted for good since. Nothing was done now; try again to do it once more.',
  idempotency_key_reused: () => 'Something else was sent in the same breath. Try again.',
  password_mismatch: () => 'The two passwords differ.',
  code_wrong: () => 'That code was not right. Codes change every 30 seconds, and each counts once.',
  passkey_wrong: () => 'This passkey was not taken. Try again.',
  proof_required: () => 'Nothing was changed, since you did not confirm that it is you.',
  password_wrong: () => 'This is not your password.',
  password_too_short: ({ minimum }) => `A password has at least ${minimum} characters.`,
  password_common: () => 'This password is among the most used ones, or is your own name or e-mail.',
  currency_not_found: () => 'There is no such currency.',
  locked: (params) =>
    isByEntries(params)
      ? lockedValue(params.value as Readonly<Record<string, unknown>>) // likewise
      : params.balance_as_of
        ? lockedStart(params, params.balance_as_of as Readonly<Record<string, unknown>>) // an object, where it is there
        : 'closed_through' in params
          ? `Your books are closed through ${day(params.closed_through)}.`
          : `It is on the statement of “${params.account_name}” of ${day(params.statement_date)}, which you have reconciled. Open that statement again first: it is under Reconcile on the page of the account.`,
  has_children: ({ name, count }) =>
    `“${name}” is a group with ${count === 1 ? '1 category' : `${count} categories`} in it. Move ${count === 1 ? 'it' : 'them'} to another group or to none first, by its menu or with ${ALT}←.`,
  not_in_trash: ({ name }) => `“${name}” is not in the trash.`,
  time_zone_unknown: () => 'There is no such time zone.',
  rates_off: () =>
    'Whoever runs this Florin has switched the fetching of rates off. Enter the rates that you need, or drop the ECB’s file below.',
  rates_too_many: ({ count, most }) =>
    `The file has ${count} rates of currencies that you use, and ${most} can come at once. Nothing was stored.`,
  fx_rate_missing: ({ from, to, date }) =>
    `Florin has no rate from ${from} to ${to} for ${day(date)}. It never guesses one.`,
  fx_rate_base: ({ currency_id }) =>
    `${currency_id} is the currency of your book and needs no rate. Leave the rate empty.`,
  undo_blocked: ({ count }) =>
    `This cannot be undone while ${count === 1 ? 'a later change depends' : 'later changes depend'} on it: undo ${count === 1 ? 'that' : 'those'} first, in Activity.`,
  not_undoable: () => 'This opened or restored the book and cannot be undone.',
  balance_in_future: () => 'A balance is known as of today or an earlier day.',
  opening_missing: () => 'Fill in the balance at the start too.',
  value_not_possible: ({ name }) =>
    `A value can be stated of a thing or a debt of your own that is kept in one currency. “${name}” is none.`,
  value_in_future: () => 'A value is stated of today or an earlier day.',
  value_covered: ({ field, name, date, as_of }) =>
    field === 'date'
      ? `The balance of “${name}” as of ${day(as_of)} holds for this day. State the value of a later day, or give that balance an earlier day under Edit.`
      : `The value of “${name}” on ${day(date)} is stated, and this balance would hold for that day. Give it an earlier day, or remove that value first.`,
  account_has_values: ({ name }) =>
    `Values of “${name}” were stated. Remove them before its kind or currency changes, or it is deleted.`,
  account_has_goals: ({ name, count }) =>
    `You save on “${name}” for ${count === 1 ? 'a goal' : `${count} goals`}: change or remove ${count === 1 ? 'it' : 'them'} first, in Goals.`,
  account_not_usable: () => otherAccount,
  obligation_account: () => otherAccount,
  counter_account: () => otherAccount,
  account_not_reconcilable: ({ name }) => `No bank sends statements of “${name}”.`,
  category_not_found: unknown('category'),
  contact_not_found: unknown('person'),
  transaction_not_found: unknown('transaction'),
  line_not_found: unknown('line'),
  bulk_choice: () => 'Say what is to change.',
  transfer_same_account: () => 'Money is moved to another account than the one it comes from.',
  payment_currency: ({ name, bound }) =>
    `“${name}” is kept in ${bound}: say how much it was in ${bound}, and how much of the debt it settles.`,
  write_off_category: ({ kind }) => `Choose a category of ${kind}s.`,
  statement_differs: ({ difference }) =>
    `The ticked lines and the statement differ by ${difference}. Tick what is missing, or record the difference.`,
  reconciliation_followed: ({ later_date }) =>
    `A later statement, of ${later_date}, stands on this one: only the latest can be opened again.`,
  payment_of_set_off: () => 'This payment is one side of a set-off, which is taken back as a whole.',
  file_empty: () => 'The file is empty. Export it once more.',
  imports_too_many: ({ count }) =>
    `${count} files wait to be looked over. Record or remove one of them first.`,
  imports_too_large: () =>
    'Too much waits to be looked over already. Record or remove one of the files under way first.',
  import_reading: ({ filename }) => `“${filename}” is still being read. Wait a moment.`,
  import_committed: ({ filename }) => `“${filename}” was recorded already.`,
  import_undone: ({ filename }) =>
    `“${filename}” was recorded, and that was undone. Choose the file once more.`,
  import_nothing: () => 'No row is ticked.',
  import_undecided: () =>
    'The file can be read in more than one way. Answer the question about it first. Nothing was recorded.',
  import_changed: ({ rows }) =>
    `Your books have changed meanwhile, and ${rows === 1 ? '1 row is' : `${rows} rows are`} seen differently now. Nothing was recorded.`,
  preview_stale: () =>
    'Your books have changed since this was shown. Nothing was changed: this is what would change now.',
  code_taken: () => 'Another account has this code.',
  book_not_found: () => 'There is no such book, or you are not a member of it.',
  book_archived: ({ name }) =>
    `“${name}” is archived: it can be read, and nothing in it changes. An owner can take it out again, in Settings.`,
  book_is_default: ({ name }) => `“${name}” is the book that opens first. Let another one open first.`,
  book_name_wrong: ({ name }) => `Type the name of the book, “${name}”.`,
}

const QUOTED = /"[^"]*"/g
const PLACE = /⟨(\d+)⟩/g
const UUID = /[ :(]*\b(?:reconciliation )?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b\)?/gi
/** Words that only a program can follow: a method, an address, or being told to send something. */
const FOR_PROGRAMS =
  /\b(?:GET|PUT|POST|DELETE|PATCH)\b|(?:^|\s)\/\w|\bsend\b|\bIf-Match\b|\bIdempotency-Key\b/i

/** A sentence without the words of programs: the field at its start, instructions to send, names with underscores, ids. */
function plainly(sentence: string, title: string): string {
  const names: string[] = []
  const bare = sentence
    .replace(QUOTED, (name) => `⟨${names.push(name) - 1}⟩`)
    .replace(/^(?:[a-z_\d]+\.)*[a-z_\d]+: /, '')
    .replace(UUID, '')
  const kept = bare
    .split(/(?<=[.;]) /)
    .filter((part) => !FOR_PROGRAMS.test(part))
    .map((part) =>
      part.replace(/\b(?:[a-z\d]+\.)*([a-z\d]+(?:_[a-z\d]+)+)\b/g, (_, name: string) => spoken(name)),
    )
    .join(' ')
    .replace(/;$/, '.')
    .trim()
  if (kept === '') return `${title}.`
  const first = kept.charAt(0).toUpperCase() + kept.slice(1)
  return first.replace(PLACE, (_, index: string) => typeset(names[Number(index)] ?? ''))
}

/** The name of a field in words: `to_account_id` is the account. */
const spoken = (name: string): string =>
  name
    .replace(/^(?:to|from|asset)_(?=\w+_id$)/, '')
    .replace(/_id$/, '')
    .replaceAll('_', ' ')
