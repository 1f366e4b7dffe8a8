import * as contacts from './contacts.ts'

/**
 * The parts of the API that are one plain kind of record each: it has a list, is changed by itself, and goes to the trash. The contract of
 * each says the rest in `resource`: the history, the trash on the screen and the tests follow from that.
 */
export const plainParts = {
  contacts: { about: 'People and parties that a person deals with.', contract: contacts },
}

export const plainResources = Object.values(plainParts).map(({ contract }) => contract.resource)
