import { crc32, inflateRawSync } from 'node:zlib'

export const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))

/** A file inside a zip: its name, and its bytes or a sentence about why they are not to be had. */
export type Zipped = {
  readonly name: string
  readonly isEncrypted: boolean
  readonly read: (mostBytes: number) => Buffer | string
}

/** A zip's own directory says where its files are; the header in front of a file may leave its sizes open. */
const ENTRY = 'PK\x01\x02'
const END = 'PK\x05\x06'
const MAX_FILES = 1_000

/** The files inside a zip, folders left out, or a sentence about why they cannot be read. */
export function filesIn(zip: Buffer): Zipped[] | string {
  try {
    const end = zip.lastIndexOf(END)
    if (end < 0) return 'it is not a whole zip'
    const count = zip.readUInt16LE(end + 10)
    if (count > MAX_FILES) return `the zip holds ${count} files`
    const files: Zipped[] = []
    let entry = zip.readUInt32LE(end + 16)
    for (let n = 0; n < count; n++) {
      if (zip.toString('latin1', entry, entry + 4) !== ENTRY) return 'the zip is damaged'
      const nameBytes = zip.readUInt16LE(entry + 28)
      const name = zip.toString('utf8', entry + 46, entry + 46 + nameBytes)
      const [isEncrypted, at] = [(zip.readUInt16LE(entry + 8) & 1) === 1, entry]
      if (!name.endsWith('/'))
        files.push({ name, isEncrypted, read: (mostBytes) => read(zip, at, mostBytes) })
      entry += 46 + nameBytes + zip.readUInt16LE(entry + 30) + zip.readUInt16LE(entry + 32)
    }
    return files
  } catch {
    return 'the zip is damaged'
  }
}

function read(zip: Buffer, entry: number, mostBytes: number): Buffer | string {
  try {
    const isEncrypted = (zip.readUInt16LE(entry + 8) & 1) === 1
    const method = zip.readUInt16LE(entry + 10)
    const packedBytes = zip.readUInt32LE(entry + 20)
    const header = zip.readUInt32LE(entry + 42)
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
    const packed = zip.subarray(start, start + packedBytes)
    if (packed.length > mostBytes) return `it holds more than ${mostBytes} bytes`
    if (isEncrypted || (method !== 0 && method !== 8)) return 'it is zipped in a way that is not read here'
    const file = method === 8 ? inflateRawSync(packed, { maxOutputLength: mostBytes }) : packed
    return crc32(file) === zip.readUInt32LE(entry + 16) ? file : 'the zip is damaged'
  } catch {
    return `the zip is damaged, or holds more than ${mostBytes} bytes`
  }
}

/** The one file inside a zip, or a sentence about why it cannot be read. */
export function unzip(zip: Buffer, mostBytes: number): Buffer | string {
  const files = filesIn(zip)
  const [file] = typeof files === 'string' ? [] : files
  return file && files.length === 1 ? file.read(mostBytes) : 'it is not a zip with exactly one file inside'
}
