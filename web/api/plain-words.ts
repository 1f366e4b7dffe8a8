import { isDay } from '../../contract/day.ts'
import type { Problem } from '../../contract/problem.ts'
import type { Code } from '../../contract/refusals.ts'
import { comma, currentLanguage, t } from '../../words/t.ts'
import { dayText } from '../ui/dates.ts'
import { ALT } from '../ui/keys.ts'
import { withMoney } from '../ui/money-in-text.ts'
import { backward } from '../ui/reading.ts'
import { typeset } from '../ui/wording.ts'

/**
 * The service's sentences are for programs too: they name fields, methods and addresses. Here a refusal is put into the reader's words
 * where it arrives, so that no screen can show anything else.
 */
export function inPlainWords(problem: Problem): Problem {
  const own = ownWords[problem.code as Code]?.(problem.params) // a code that is not ours has no words here
  const say = (sentence: string, field?: string) => own ?? plainly(sentence, problem.title, field)
  const errors =
    problem.errors &&
    Object.fromEntries(
      Object.entries(problem.errors).map(
        ([field, sentences]) => [field, sentences.map((sentence) => say(sentence, field))] as const,
      ),
    )
  const detail = say(problem.detail)
  return { ...problem, detail, message: detail, ...(errors && { errors }) }
}

type Params = Readonly<Record<string, unknown>>
type RefusalWords = (params: Params) => string

const notHere = () =>
  t('Florin’s page sent something that the service does not know. Reload the page and try again.')
const otherAccount = () => t('This account cannot be used here. Choose another one.')

const day = (value: unknown): string => (isDay(String(value)) ? dayText(String(value)) : String(value))

/** A name as one of a sentence's values. */
const text = (value: unknown): string => String(value)

/** Why an entry is refused that would change the difference to a stated value. */
const lockedValue = ({ account_name, date, amount }: Params): string =>
  t(
    '“{account}” was worth {amount} on {day}, as you stated, and the entry that leads there is closed, reconciled or too large. Date this one later, or change the value first.',
    { account: text(account_name), amount: text(amount), day: day(date) },
  )

/** Whether entries would change a stated value; not so if it is the value itself that may not be stated or removed. */
const isByEntries = (params: Params): boolean => {
  const value = params.value as Params | undefined // an object, where it is there
  return value !== undefined && (!(value.is_stated || value.is_removed) || 'too_large' in params)
}

function lockedStart(params: Params, said: Params): string {
  const account = text(said.account_name)
  const [amount, as_of, start] = [withMoney(text(said.amount)), day(said.date), day(params.date)]
  return 'closed_through' in params
    ? t(
        'You said that “{account}” had {amount} as of {as_of}, so an entry before that moves its start, which is of {start}. Your books are closed through {closed_through}: open them again, or say in the account that you know its balance at the start.',
        { account, amount, as_of, start, closed_through: day(params.closed_through) },
      )
    : t(
        'You said that “{account}” had {amount} as of {as_of}, so an entry before that moves its start, which is of {start}. That is on the statement of {statement_date}, which you have reconciled: open the reconciliation again, or say in the account that you know its balance at the start.',
        { account, amount, as_of, start, statement_date: day(params.statement_date) },
      )
}

/** What an annotator tried to change, by the name of the field in the refusal. */
const fieldKinds: Readonly<Record<string, string>> = {
  amount: 'amount',
  base_amount: 'amount',
  currency_id: 'currency',
  date: 'day',
  account_id: 'account',
  memo: 'memo',
  splits: 'splits',
  shares: 'shares',
}
const kindOfField = (field: string): string =>
  /the trash$/.test(field)
    ? 'trash'
    : /^the list of transactions$/.test(field)
      ? 'transactions'
      : (fieldKinds[field] ?? 'other')

const namesOf = (books: unknown): string =>
  Array.isArray(books)
    ? books
        .map((one: { name?: unknown }) => t('“{name}” [a name in quotation marks]', { name: text(one.name) }))
        .join(comma())
    : t('this book')

const ownWords: Readonly<Partial<Record<Code, RefusalWords>>> = {
  bad_request: notHere,
  not_json: notHere,
  unauthenticated: () => t('You are not signed in.'),
  cross_site: () => t('This can only be done on Florin’s own pages.'),
  route_not_found: notHere,
  method_not_allowed: notHere,
  unsupported_media_type: notHere,
  plans_too_many: ({ count }) =>
    t(
      '{count, plural, one {Your book has {count} recurring entry, trash included, which is the most there can be. Remove one for good first.} other {Your book has {count} recurring entries, trash included, which is the most there can be. Remove one for good first.}}',
      { count: Number(count) },
    ),
  stale: () => t('It was changed in the meantime. Look at it again, then repeat your change.'),
  not_allowed: ({ role, needs }) =>
    t(
      '{role, select, owner {As an owner you cannot do this in this book.} editor {As an editor you cannot do this in this book.} annotator {As an annotator you cannot do this in this book.} other {As a viewer you cannot do this in this book.}} {needs, select, own {It takes an owner.} other {It takes an editor or an owner.}}',
      { role: text(role), needs: text(needs) },
    ),
  field_not_allowed: ({ field }) =>
    t(
      '{field, select, amount {An annotator cannot change the amount.} currency {An annotator cannot change the currency.} day {An annotator cannot change the day.} account {An annotator cannot change the account.} memo {An annotator cannot change what it was.} splits {An annotator cannot change how it is split.} shares {An annotator cannot change who shares it.} trash {An annotator cannot change the trash.} transactions {An annotator cannot change the list of transactions.} other {An annotator cannot change this.}} You can sort entries: category, tags, notes and person. Ask an owner or an editor for the rest.',
      { field: kindOfField(text(field)) },
    ),
  last_owner: ({ books }) =>
    t('You are the only owner of {books}. Make another member an owner first.', { books: namesOf(books) }),
  cursor_invalid: () => t('The list has changed. Reload the page.'),
  since_ahead: ({ version }) =>
    t('Your book has not come that far: its latest change is number {version}.', { version: text(version) }),
  reply_erased: () =>
    t(
      'This was done before, and has been deleted for good since. Nothing was done now; try again to do it once more.',
    ),
  idempotency_key_reused: () => t('Something else was sent in the same breath. Try again.'),
  password_mismatch: () => t('The two passwords differ.'),
  code_wrong: () => t('That code was not right. Codes change every 30 seconds, and each counts once.'),
  passkey_wrong: () => t('This passkey was not taken. Try again.'),
  proof_required: () => t('Nothing was changed, since you did not confirm that it is you.'),
  password_wrong: () => t('This is not your password.'),
  password_too_short: ({ minimum }) =>
    t(
      '{minimum, plural, one {A password has at least # character.} other {A password has at least # characters.}}',
      { minimum: Number(minimum) },
    ),
  password_common: () => t('This password is among the most used ones, or is your own name or e-mail.'),
  currency_not_found: () => t('There is no such currency.'),
  locked: (params) =>
    isByEntries(params)
      ? lockedValue(params.value as Params) // likewise
      : params.balance_as_of
        ? lockedStart(params, params.balance_as_of as Params) // an object, where it is there
        : 'closed_through' in params
          ? t('Your books are closed through {day}.', { day: day(params.closed_through) })
          : t(
              'It is on the statement of “{account}” of {day}, which you have reconciled. Open that statement again first: it is under Reconcile on the page of the account.',
              { account: text(params.account_name), day: day(params.statement_date) },
            ),
  has_children: ({ name, count }) =>
    t(
      '{count, plural, one {“{group}” is a group with # category in it. Move it to another group or to none first, by its menu or with {keys}.} other {“{group}” is a group with # categories in it. Move them to another group or to none first, by its menu or with {keys}.}}',
      { count: Number(count), group: text(name), keys: `${ALT}${backward()}` },
    ),
  not_in_trash: ({ name }) => t('“{name}” is not in the trash.', { name: text(name) }),
  time_zone_unknown: () => t('There is no such time zone.'),
  rates_off: () =>
    t(
      'Whoever runs this Florin has switched the fetching of rates off. Enter the rates that you need, or drop the ECB’s file below.',
    ),
  rates_too_many: ({ count, most }) =>
    t(
      '{count, plural, one {The file has {count} rate of currencies that you use, and {most} can come at once. Nothing was stored.} other {The file has {count} rates of currencies that you use, and {most} can come at once. Nothing was stored.}}',
      { count: Number(count), most: Number(most) },
    ),
  fx_rate_missing: ({ from, to, date }) =>
    t('Florin has no rate from {from} to {to} for {day}. It never guesses one.', {
      from: text(from),
      to: text(to),
      day: day(date),
    }),
  fx_rate_base: ({ currency_id }) =>
    t('{currency} is the currency of your book and needs no rate. Leave the rate empty.', {
      currency: text(currency_id),
    }),
  undo_blocked: ({ count }) =>
    t(
      '{count, plural, =1 {This cannot be undone while a later change depends on it: undo that first, in Activity.} other {This cannot be undone while later changes depend on it: undo those first, in Activity.}}',
      { count: Number(count) },
    ),
  not_undoable: () => t('This opened or restored the book and cannot be undone.'),
  balance_in_future: () => t('A balance is known as of today or an earlier day.'),
  opening_missing: () => t('Fill in the balance at the start too.'),
  value_not_possible: ({ name }) =>
    t(
      'A value can be stated of a thing or a debt of your own that is kept in one currency. “{account}” is none.',
      { account: text(name) },
    ),
  value_in_future: () => t('A value is stated of today or an earlier day.'),
  value_covered: ({ field, name, date, as_of }) =>
    field === 'date'
      ? t(
          'The balance of “{account}” as of {day} holds for this day. State the value of a later day, or give that balance an earlier day under Edit.',
          { account: text(name), day: day(as_of) },
        )
      : t(
          'The value of “{account}” on {day} is stated, and this balance would hold for that day. Give it an earlier day, or remove that value first.',
          { account: text(name), day: day(date) },
        ),
  account_has_values: ({ name }) =>
    t(
      'Values of “{account}” were stated. Remove them before its kind or currency changes, or it is deleted.',
      { account: text(name) },
    ),
  account_has_goals: ({ name, count }) =>
    t(
      '{count, plural, =1 {You save on “{account}” for a goal: change or remove it first, in Goals.} other {You save on “{account}” for # goals: change or remove them first, in Goals.}}',
      { count: Number(count), account: text(name) },
    ),
  account_not_usable: otherAccount,
  obligation_account: otherAccount,
  counter_account: otherAccount,
  account_not_reconcilable: ({ name }) =>
    t('No bank sends statements of “{account}”.', { account: text(name) }),
  category_not_found: () => t('This category is not there any more. Choose another one.'),
  contact_not_found: () => t('This person is not there any more. Choose another one.'),
  transaction_not_found: () => t('This transaction is not there any more. Choose another one.'),
  line_not_found: () => t('This line is not there any more. Choose another one.'),
  bulk_choice: () => t('Say what is to change.'),
  transfer_same_account: () => t('Money is moved to another account than the one it comes from.'),
  payment_currency: ({ name, bound }) =>
    t(
      '“{account}” is kept in {currency}: say how much it was in {currency}, and how much of the debt it settles.',
      { account: text(name), currency: text(bound) },
    ),
  write_off_category: ({ kind }) =>
    t('{kind, select, income {Choose a category of incomes.} other {Choose a category of expenses.}}', {
      kind: text(kind),
    }),
  statement_differs: ({ difference }) =>
    t(
      'The ticked lines and the statement differ by {amount}. Tick what is missing, or record the difference.',
      { amount: text(difference) },
    ),
  reconciliation_followed: ({ later_date }) =>
    t('A later statement, of {day}, stands on this one: only the latest can be opened again.', {
      day: text(later_date),
    }),
  payment_of_set_off: () => t('This payment is one side of a set-off, which is taken back as a whole.'),
  file_empty: () => t('The file is empty. Export it once more.'),
  imports_too_many: ({ count }) =>
    t(
      '{count, plural, one {{count} file waits to be looked over. Record or remove it first.} other {{count} files wait to be looked over. Record or remove one of them first.}}',
      { count: Number(count) },
    ),
  imports_too_large: () =>
    t('Too much waits to be looked over already. Record or remove one of the files under way first.'),
  import_reading: ({ filename }) =>
    t('“{file}” is still being read. Wait a moment.', { file: text(filename) }),
  import_committed: ({ filename }) => t('“{file}” was recorded already.', { file: text(filename) }),
  import_undone: ({ filename }) =>
    t('“{file}” was recorded, and that was undone. Choose the file once more.', { file: text(filename) }),
  import_nothing: () => t('No row is ticked.'),
  import_undecided: () =>
    t('The file can be read in more than one way. Answer the question about it first. Nothing was recorded.'),
  import_changed: ({ rows }) =>
    t(
      '{rows, plural, one {Your books have changed meanwhile, and {rows} row is seen differently now. Nothing was recorded.} other {Your books have changed meanwhile, and {rows} rows are seen differently now. Nothing was recorded.}}',
      { rows: Number(rows) },
    ),
  preview_stale: () =>
    t('Your books have changed since this was shown. Nothing was changed: this is what would change now.'),
  code_taken: () => t('Another account has this code.'),
  book_not_found: () => t('There is no such book, or you are not a member of it.'),
  book_archived: ({ name }) =>
    t(
      '“{book}” is archived: it can be read, and nothing in it changes. An owner can take it out again, in Settings.',
      { book: text(name) },
    ),
  book_is_default: ({ name }) =>
    t('“{book}” is the book that opens first. Let another one open first.', { book: text(name) }),
  book_name_wrong: ({ name }) => t('Type the name of the book, “{book}”.', { book: text(name) }),
}

const QUOTED = /"[^"]*"/g
const PLACE = /⟨(\d+)⟩/g
const UUID = /[ :(]*\b(?:reconciliation )?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b\)?/gi
/** Words that only a program can follow: a method, an address, or being told to send something. */
const FOR_PROGRAMS =
  /\b(?:GET|PUT|POST|DELETE|PATCH)\b|(?:^|\s)\/\w|\bsend\b|\bIf-Match\b|\bIdempotency-Key\b/i

/** A sentence without the words of programs: the field at its start, instructions to send, names with underscores, ids. */
function plainly(sentence: string, title: string, field?: string): string {
  const isEnglish = currentLanguage() === 'en'
  const names: string[] = []
  const bare = (isEnglish || field === undefined ? sentence : sentence.replace(field, t('this value')))
    .replace(QUOTED, (name) => `⟨${names.push(name) - 1}⟩`)
    .replace(/^(?:[a-z_\d]+\.)*[a-z_\d]+: /, '')
    .replace(UUID, '')
  const kept = bare
    .split(/(?<=[.;]) /)
    .filter((part) => !FOR_PROGRAMS.test(part))
    .map((part) =>
      part.replace(/\b(?:[a-z\d]+\.)*([a-z\d]+(?:_[a-z\d]+)+)\b/g, (_, name: string) =>
        isEnglish ? spoken(name) : t('this value'),
      ),
    )
    .join(' ')
    .replace(/;$/, '.')
    .trim()
  if (kept === '') return isEnglish ? `${title}.` : t('This was refused. Reload the page and try again.')
  const first = kept.charAt(0).toUpperCase() + kept.slice(1)
  return first.replace(PLACE, (_, index: string) => typeset(names[Number(index)] ?? ''))
}

/** The name of a field in English words: `to_account_id` is the account. */
const spoken = (name: string): string =>
  name
    .replace(/^(?:to|from|asset)_(?=\w+_id$)/, '')
    .replace(/_id$/, '')
    .replaceAll('_', ' ')
