import { crc32, inflateRawSync } from 'node:zlib'

export const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))

/**
 * The one file inside a zip, or a sentence about why there is none to be had. Its own directory at the end says where
 * the file is; the header in front of a file may leave its sizes open.
 */
export function unzip(zip: Buffer, mostBytes: number): Buffer | string {
  try {
    const end = zip.lastIndexOf('PK\x05\x06')
    if (end < 0 || zip.readUInt16LE(end + 10) !== 1) return 'it is not a zip with exactly one file inside'
    const entry = zip.readUInt32LE(end + 16)
    const isEncrypted = (zip.readUInt16LE(entry + 8) & 1) === 1
    const method = zip.readUInt16LE(entry + 10)
    const packedBytes = zip.readUInt32LE(entry + 20)
    const header = zip.readUInt32LE(entry + 42)
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
    const packed = zip.subarray(start, start + packedBytes)
    if (isEncrypted || (method !== 0 && method !== 8)) return 'it is zipped in a way that is not read here'
    const file = method === 8 ? inflateRawSync(packed, { maxOutputLength: mostBytes }) : packed
    return crc32(file) === zip.readUInt32LE(entry + 16) ? file : 'the zip is damaged'
  } catch {
    return `the zip is damaged, or holds more than ${mostBytes} bytes`
  }
}
