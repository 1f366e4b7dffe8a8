import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { actOnToast, currentToast, say, turnByKey } from './toast.ts'
import { forgetSteps, forgetVersion } from './undo-steps.ts'

let done: string[] = []
beforeEach(() => {
  forgetSteps()
  done = []
})

/** A change whose message offers Undo, whose own message offers Redo, as changes of a book do. */
function change(name: string, isAgain = false): void {
  const redo = () => {
    done.push(`redo ${name}`)
    change(name, true)
  }
  const run = () => {
    done.push(`undo ${name}`)
    say({ words: `Undone: ${name}`, action: { label: 'Redo', turn: 'redo', run: redo } })
  }
  say({ words: name, action: { label: 'Undo', turn: 'undo', version: name.length, run, isAgain } })
}
/** Presses a key, and waits until its step is done. */
async function press(direction: 'undo' | 'redo'): Promise<boolean> {
  const isTaken = turnByKey(direction)
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  return isTaken
}

test('a second press undoes the change before, and Shift redoes them in turn', async () => {
  change('a')
  change('bb')
  assert.deepEqual([await press('undo'), await press('undo'), await press('undo')], [true, true, false])
  assert.deepEqual([await press('redo'), await press('redo'), await press('redo')], [true, true, false])
  assert.equal(await press('undo'), true)
  assert.deepEqual(done, ['undo bb', 'undo a', 'redo a', 'redo bb', 'undo bb'])
  assert.equal(currentToast()?.words, 'Undone: bb')
})

test('presses that come fast wait for each other', async () => {
  const gate = Promise.withResolvers<void>()
  change('first')
  const slow = async () => {
    await gate.promise
    done.push('undo slow')
  }
  say({ words: 'slow', action: { label: 'Undo', turn: 'undo', run: slow } })
  assert.deepEqual([turnByKey('undo'), turnByKey('undo')], [true, true])
  await press('undo')
  assert.deepEqual(done, [])
  gate.resolve()
  await press('undo')
  assert.deepEqual(done, ['undo slow', 'undo first'])
})

test('a new change leaves nothing to redo, and a change that is undone in another way is not undone again', async () => {
  change('a')
  await press('undo')
  change('bb')
  assert.equal(await press('redo'), false)
  change('ccc')
  forgetVersion('bb'.length)
  actOnToast()
  assert.equal(await press('undo'), false)
  assert.deepEqual(done, ['undo a', 'undo ccc'])
})

test('an action that undoes nothing is not taken by the keys', async () => {
  say({ words: 'Look', action: { label: 'Activity', run: () => done.push('Activity') } })
  assert.deepEqual([await press('undo'), await press('redo')], [false, false])
  assert.deepEqual([done, currentToast()?.words], [[], 'Look'])
})
