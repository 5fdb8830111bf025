import type { Token, TokenKind } from './tokens'

/** How strongly a token binds what is before it, as the grammar of the standard has it; others bind nothing. */
export const powers: Partial<Record<TokenKind, number>> = {
  '|': 1,
  '||': 2,
  '&&': 3,
  '==': 5,
  '!=': 5,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  '[]': 9,
  '*': 20,
  '[?': 21,
  '.': 40,
  '[': 55,
  '(': 60
}

export const notPower = 45
/** Weaker tokens end a projection. */
export const projectionStop = 10

export const powerOf = (token: Token): number => powers[token.kind] ?? 0
