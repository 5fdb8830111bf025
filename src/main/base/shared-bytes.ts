/** Text in shared memory, which crosses threads without a copy. */
export function sharedBytes(text: string): Buffer {
  const bytes = Buffer.from(new SharedArrayBuffer(Buffer.byteLength(text)))
  bytes.write(text)
  return bytes
}

/** A Buffer over the plain byte array that another thread sends. */
export const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
