import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** The balances that hledger, Ledger and Beancount themselves find in a file, in units of each commodity. */

export type Program = 'hledger' | 'ledger' | 'beancount'
/** By account and commodity, such as `assets:cash EUR`; without zeros. */
export type Units = Record<string, number>

const PYTHON = '/usr/bin/python3'
const ADDS_UP = `
import collections, json, sys
from decimal import Decimal
from beancount import loader
from beancount.core import data
entries, errors, _ = loader.load_file(sys.argv[1])
if errors:
    sys.exit('; '.join(error.message for error in errors))
sums = collections.defaultdict(Decimal)
for entry in entries:
    if isinstance(entry, data.Transaction):
        for posting in entry.postings:
            sums[posting.account + ' ' + posting.units.currency] += posting.units.number
json.dump({key: float(round(sum, 8)) for key, sum in sums.items()}, sys.stdout)
`

const runs = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
const installed: Readonly<Record<Program, boolean>> = {
  hledger: runs('hledger', '--version'),
  ledger: runs('ledger', '--version'),
  beancount: existsSync(PYTHON) && runs(PYTHON, '-c', 'import beancount'),
}
/** The sentence about a program that this machine lacks. */
export const skipOf = (program: Program): string | false =>
  installed[program]
    ? false
    : `${program} is not installed here; on Debian, apt-get install ${program} brings it`

/** Signs of currencies by their codes, as Florin takes them. */
const CODES: Readonly<Record<string, string>> = { $: 'USD', '£': 'GBP', '€': 'EUR' }

function output(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, LANG: 'C.UTF-8' },
  })
  if (status !== 0) throw new Error(`${command}: ${stderr}`)
  return stdout
}

const askers: Readonly<Record<Program, (path: string) => [key: string, units: number][]>> = {
  hledger(path) {
    const [lines]: [
      [account: string, string, number, { acommodity: string; aquantity: { floatingPoint: number } }[]][],
    ] = JSON.parse(output('hledger', '-f', path, 'balance', '-N', '--flat', '-E', '-O', 'json'))
    return lines.flatMap(([account, , , amounts]) =>
      amounts.map(({ acommodity, aquantity }): [string, number] => [
        `${account} ${codeOf(acommodity)}`,
        aquantity.floatingPoint,
      ]),
    )
  },
  ledger: (path) =>
    output('ledger', '-f', path, 'csv')
      .trim()
      .split('\n')
      .map((line): [string, number] => {
        const [, , , account = '', commodity = '', units = ''] = line.slice(1, -1).split('","')
        return [`${account.replace(/^[([](.*)[)\]]$/, '$1')} ${codeOf(commodity)}`, Number(units)]
      }),
  beancount: (path) => Object.entries(JSON.parse(output(PYTHON, '-c', ADDS_UP, path))),
}

const codeOf = (commodity: string): string => {
  const name = commodity.replaceAll('"', '')
  return CODES[name] ?? name
}

/** The units of each account in a file, as a program adds them up. */
export function unitsOf(program: Program, path: string): Units {
  const found: Units = {}
  for (const [key, units] of askers[program](path)) {
    const sum = Number(((found[key] ?? 0) + units).toFixed(8))
    if (sum === 0) delete found[key]
    else found[key] = sum
  }
  return found
}
