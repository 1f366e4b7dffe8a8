import fastJsonStringify from 'fast-json-stringify'

type Write = (value: unknown) => string

const written = new WeakMap<object, Write>()

/** Writes answers by their schema. It is compiled with the first answer: all schemas together take half a second of a start. */
export function writerOf(schema: object): Write {
  let write = written.get(schema)
  return (value) => {
    if (!write) {
      write = fastJsonStringify(schema) as Write // what the schema describes, or the answer is a bug
      written.set(schema, write)
    }
    return write(value)
  }
}
