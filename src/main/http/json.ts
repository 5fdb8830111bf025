import { AppError } from '../../shared/errors'
import { notJson } from '../base/page-item'

/** Deeper JSON parses, but cannot be cloned or written again. */
export const deepest = 200

export const tooDeep = () => new AppError('bad-response', `The answer is nested deeper than ${deepest} levels.`)

/**
 * @throws AppError bad-response, which describes the body
 * @param parse JSON.parse, or a parser that keeps more
 */
export function parseJson(body: Buffer, parse: (text: string) => unknown = JSON.parse): unknown {
  const text = body.toString('utf8')
  if (depthOver(text, deepest)) throw tooDeep()
  try {
    return parse(text)
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown
    throw new AppError('bad-response', describe(text))
  }
}

function describe(text: string): string {
  const start = text.trimStart().slice(0, 100).toLowerCase()
  if (start === '') return 'The answer is empty.'
  if (start.startsWith('<!doctype html') || start.startsWith('<html')) return 'The answer is a web page, not JSON.'
  return notJson
}

function depthOver(text: string, limit: number): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (inString) {
      if (char === 0x5c) i++
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x7b || char === 0x5b) {
      if (++depth > limit) return true
    } else if (char === 0x7d || char === 0x5d) depth--
  }
  return false
}
