import { textOfBody } from '../base/body-text'
import type { Masker } from './masker'

/** The texts of a body that show a secret, as they stand in it once its bytes are decoded; the longest first. */
export async function hiddenIn(body: Buffer, contentType: string, masker: Pick<Masker, 'search'>): Promise<string[]> {
  const read = textOfBody(body, contentType)
  return read === null ? [] : masker.search(read.text)
}
