import assert from 'node:assert/strict'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'
import type { TArray, TObject } from 'typebox'
import type { Route } from '../../contract/route.ts'
import { writeExactly } from './exact.ts'

/** Writes the replies of a route by its schema: fields outside it are not sent. */
export type ReplyWriter = {
  readonly whole: (value: unknown) => string
  /** One record of a reply that has many. */
  readonly item: (value: unknown) => string
}

/** A schema is compiled for the first reply: compiling all of them would slow down the start. */
export function replyWriter(app: FastifyInstance, route: Route): ReplyWriter {
  const { method, path: url, reply } = route
  const compiled = (schemaOf: () => object) => {
    const compile = () => {
      assert(app.serializerCompiler, 'the first route with the schema of its answer makes it')
      const schema = schemaOf()
      const write = app.serializerCompiler({ schema, method, url, httpStatus: '200' }) as (
        value: unknown,
      ) => string // it writes any value that fits the schema
      return (value: unknown) => writeExactly(schema, value, () => write(value))
    }
    let write: ReturnType<typeof compile> | undefined
    return (value: unknown) => {
      write ??= compile()
      return write(value)
    }
  }
  return {
    whole: compiled(() => reply ?? {}),
    item: compiled(() => (reply as TObject<{ data: TArray }>).properties.data.items), // only such a reply has records
  }
}

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
