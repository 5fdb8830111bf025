/** A text as bytes in memory that threads share: it goes to another one without a copy. */
export function sharedBytes(text: string): Buffer {
  const bytes = Buffer.from(new SharedArrayBuffer(Buffer.byteLength(text)))
  bytes.write(text)
  return bytes
}

/** The same memory as a Buffer: what comes from another thread is a plain array of bytes. */
export const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
