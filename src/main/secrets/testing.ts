import { Masker } from './masker'

export function maskerOf(...secrets: string[]): Masker {
  const masker = new Masker()
  for (const secret of secrets) masker.add(secret)
  return masker
}
