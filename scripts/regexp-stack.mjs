// An ESLint rule against unlimited repetitions of a group, because each round keeps a place to go back to. Of one
// length V8 keeps one place, until a process has compiled 1 MB of expressions and holds 16 MB of code; then one for
// each round. Files that read bodies of any size repeat nothing without a limit (`{ every: true }`).
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'

/** V8's stack of 64 MB always holds these. */
const mostRounds = 10_000

/** Then V8 keeps nothing per round. */
const ofOneLength = (element) => lengthOf(element) !== null

/** @returns code units; null if the length varies */
function lengthOf(element) {
  if (element.type === 'Character') return element.value > 0xffff ? 2 : 1
  if (element.type === 'CharacterSet' || element.type === 'CharacterClass') return 1
  if (element.type !== 'Group' || element.alternatives.length !== 1) return null
  const lengths = element.alternatives[0].elements.map(lengthOf)
  return lengths.includes(null) ? null : lengths.reduce((sum, one) => sum + one, 0)
}

const parser = new RegExpParser({ ecmaVersion: 2025 })

/** @returns repetitions that may overflow V8's stack; with `every`, also those of one length */
export function deepGroups(pattern, flags = '', { every = false } = {}) {
  const found = []
  const modes = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  visitRegExpAST(parser.parsePattern(pattern, 0, pattern.length, modes), {
    onQuantifierEnter({ max, element, raw }) {
      if (max > mostRounds && (every || !ofOneLength(element))) found.push(raw)
    }
  })
  return found
}

/**
 * Other rules see only literals.
 * @type {import('eslint').Rule.RuleModule}
 */
export const noMadeExpressions = {
  meta: {
    type: 'problem',
    docs: { description: 'An expression that is made is seen by no rule' },
    messages: { made: 'Search for the text itself, or add this file with a reason to the list in eslint.config.js.' }
  },
  create: (context) => ({
    ':matches(NewExpression, CallExpression)[callee.name="RegExp"]'(node) {
      context.report({ node, messageId: 'made' })
    }
  })
}

/** @type {import('eslint').Rule.RuleModule} */
export const noDeepGroups = {
  meta: {
    type: 'problem',
    docs: { description: 'V8 throws a RangeError where a text makes a regular expression keep millions of places' },
    schema: [{ type: 'object', properties: { every: { type: 'boolean' } }, additionalProperties: false }],
    messages: { deep: '{{group}} keeps a place for each round: bound it, or read the text with a scanner.' }
  },
  create: (context) => ({
    'Literal[regex]'(node) {
      const { pattern, flags } = node.regex
      for (const group of deepGroups(pattern, flags, context.options[0]))
        context.report({ node, messageId: 'deep', data: { group } })
    }
  })
}
