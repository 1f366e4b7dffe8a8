import { finished } from 'node:stream/promises'
import { crc32, createDeflateRaw, inflateRawSync } from 'node:zlib'
import { type Later, later } from '../../words/t.ts'

export const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))

/** A file inside a zip: its name, and its bytes or a sentence about why they are not to be had. */
export type Zipped = {
  readonly name: string
  readonly isEncrypted: boolean
  /** Where the zip's directory has it. */
  readonly at: number
  readonly read: (mostBytes: number) => Buffer | Later
}

/** A zip's own directory says where its files are; the header in front of a file may leave its sizes open. */
const ENTRY = 'PK\x01\x02'
const END = 'PK\x05\x06'
const MAX_FILES = 1_000

/** The files inside a zip, folders left out, or a sentence about why they cannot be read. */
export function filesIn(zip: Buffer): Zipped[] | Later {
  try {
    const end = zip.lastIndexOf(END)
    if (end < 0) return later('it is not a whole zip')
    const count = zip.readUInt16LE(end + 10)
    if (count > MAX_FILES) return later('the zip holds {count} files', { count })
    const files: Zipped[] = []
    let entry = zip.readUInt32LE(end + 16)
    for (let n = 0; n < count; n++) {
      if (zip.toString('latin1', entry, entry + 4) !== ENTRY) return later('the zip is damaged')
      const nameBytes = zip.readUInt16LE(entry + 28)
      const name = zip.toString('utf8', entry + 46, entry + 46 + nameBytes)
      const [isEncrypted, at] = [(zip.readUInt16LE(entry + 8) & 1) === 1, entry]
      if (!name.endsWith('/'))
        files.push({ name, isEncrypted, at, read: (mostBytes) => read(zip, at, mostBytes) })
      entry += 46 + nameBytes + zip.readUInt16LE(entry + 30) + zip.readUInt16LE(entry + 32)
    }
    return files
  } catch {
    return later('the zip is damaged')
  }
}

function read(zip: Buffer, entry: number, mostBytes: number): Buffer | Later {
  try {
    const isEncrypted = (zip.readUInt16LE(entry + 8) & 1) === 1
    const method = zip.readUInt16LE(entry + 10)
    const packedBytes = zip.readUInt32LE(entry + 20)
    const header = zip.readUInt32LE(entry + 42)
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
    const packed = zip.subarray(start, start + packedBytes)
    if (packed.length > mostBytes) return later('it holds more than {most} bytes', { most: mostBytes })
    if (isEncrypted || (method !== 0 && method !== 8))
      return later('it is zipped in a way that is not read here')
    const file = method === 8 ? inflateRawSync(packed, { maxOutputLength: mostBytes }) : packed
    return crc32(file) === zip.readUInt32LE(entry + 16) ? file : later('the zip is damaged')
  } catch {
    return later('the zip is damaged, or holds more than {most} bytes', { most: mostBytes })
  }
}

/** The one file inside a zip, or a sentence about why it cannot be read. */
export function unzip(zip: Buffer, mostBytes: number): Buffer | Later {
  const files = filesIn(zip)
  const [file, ...others] = Array.isArray(files) ? files : []
  return file && others.length === 0
    ? read(zip, file.at, mostBytes)
    : later('it is not a zip with exactly one file inside')
}

/** A file that is to be put into a zip, in pieces. */
export type Packing = {
  name: string
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

/** Names are UTF-8, and sizes follow behind each file: when it begins, they are not known yet. */
const FLAGS = 0x0808
const DEFLATED = 8
const FIRST_DAY = 0x21 // 1 January 1980: the same files always give the same zip

/** Makes a zip piece by piece, so that a file of any length up to 4 GiB can be sent while it is made. */
export async function* zipped(files: AsyncIterable<Packing>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let at = 0
  for await (const { name, pieces } of files) {
    const [start, nameBytes] = [at, Buffer.from(name)]
    const facts = { crc: 0, bytes: 0, packed: 0 }
    const header = Buffer.alloc(30)
    header.write('PK\x03\x04', 'latin1')
    header.writeUInt16LE(20, 4) // the version of the format that has all of this
    header.writeUInt16LE(FLAGS, 6)
    header.writeUInt16LE(DEFLATED, 8)
    header.writeUInt16LE(FIRST_DAY, 12)
    header.writeUInt16LE(nameBytes.length, 26)
    const head = Buffer.concat([header, nameBytes])
    yield head
    for await (const chunk of deflated(pieces, facts)) {
      facts.packed += chunk.length
      yield chunk
    }
    const sizes = Buffer.alloc(12)
    for (const [index, fact] of [facts.crc, facts.packed, facts.bytes].entries())
      sizes.writeUInt32LE(fact, index * 4)
    yield Buffer.concat([Buffer.from('PK\x07\x08', 'latin1'), sizes])
    at += head.length + facts.packed + 16
    const entry = Buffer.alloc(46)
    entry.write(ENTRY, 'latin1')
    header.copy(entry, 6, 4, 14) // version needed, flags, method, time and day
    sizes.copy(entry, 16)
    entry.writeUInt16LE(nameBytes.length, 28)
    entry.writeUInt32LE(start, 42)
    directory.push(entry, nameBytes)
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write(END, 'latin1')
  end.writeUInt16LE(directory.length / 2, 8)
  end.writeUInt16LE(directory.length / 2, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(at, 16)
  yield Buffer.concat([entries, end])
}

/** The pieces of a file, packed; adds up its size and its checksum on the way. */
async function* deflated(
  pieces: Packing['pieces'],
  facts: { crc: number; bytes: number },
): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: 1 })
  const made: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => made.push(chunk))
  try {
    for await (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
      facts.crc = crc32(bytes, facts.crc)
      facts.bytes += bytes.length
      await new Promise<void>((done, fail) => {
        deflate.write(bytes, (error) => (error ? fail(error) : done()))
      })
      yield* made.splice(0)
    }
    await finished(deflate.end())
    yield* made
  } finally {
    deflate.destroy()
  }
}
