import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { emptyFolder } from './instance.ts'

const [, unit = ''] =
  /```ini\n(\[Unit\][^`]*)```/.exec(readFileSync('docs/operating.md', 'utf8')) ??
  assert.fail('there is no unit')

test('the unit of docs/operating.md starts with the machine, as an account of its own, with its data in a folder made for it', () => {
  const settings = new Map(unit.split('\n').map((line) => line.split(/=(.*)/) as [string, string]))
  const has = (name: string) => settings.get(name) ?? assert.fail(`${name} is missing`)
  assert.equal(has('WantedBy'), 'multi-user.target')
  assert.match(has('After'), /network-online\.target/)
  assert.equal(has('User'), 'florin')
  assert.match(has('Environment'), new RegExp(`DATA_DIR=/var/lib/${has('StateDirectory')}( |$)`))
  assert.equal(has('KillMode'), 'mixed')
})

const isInstalled = spawnSync('systemd-analyze', ['--version']).status === 0

test('systemd finds no fault in the unit of docs/operating.md', {
  skip: !isInstalled && 'systemd-analyze is not installed here',
}, async () => {
  const file = join(await emptyFolder(), 'florin.service')
  await writeFile(file, unit.replaceAll('/opt/florin', process.cwd()))
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
    encoding: 'utf8',
  })
  assert.deepEqual([stdout + stderr, status], ['', 0])
})
