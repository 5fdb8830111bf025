// npm run words: finds texts outside their room's words, and retired words in texts and names.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'svelte/compiler'
import ts from 'typescript'
import { main } from './bootstrap.mjs'
import { isMain, root } from './run.mjs'

const CATALOGUE = /^src[/]renderer[/]src[/](.*[/])?words([/].*)?[.]ts$/
/** Any attribute of a component may be read. */
const SPOKEN = ['aria-label', 'aria-description', 'aria-roledescription', 'title', 'placeholder', 'alt', 'label']
const UNSPOKEN = /^(class|style|id|name|type|role|for|href|d|points|transform|viewBox|data-.*)$/
/** No translator touches these. */
const LITERAL = ['kbd', 'code', 'samp', 'style']

const isOutline = (text) => /^M[\d.]+ [\d.]+/.test(text)
const isTitled = (text) =>
  /^\p{Lu}/u.test(text) &&
  text
    .slice(1)
    .split(/\s/)
    .filter((word) => /\p{L}/u.test(word)).length > 1
const isText = (text) => /\p{L}{2}/u.test(text)
/** A capital and a space, or three words, and no CSS value. */
const isSentence = (text) =>
  isText(text) &&
  !isOutline(text) &&
  !text.includes('var(--') &&
  (isTitled(text) || /\p{Ll}{2}\s\p{Ll}+\s\p{Ll}{2}/u.test(text))

export const RETIRED = [
  [/\b(re-?)?walk(s|ed|ing)?\b/i, 'refresh (connectors), fetch (data) or snapshot'],
  [/\brelink queue\b/i, 'Issues'],
  [/(?<!\b(in|upper|lower|either) )\bcases?\b(?! sensitive)/i, 'issue'],
  [/\bverdicts?\b/i, 'diagnosis'],
  [/\bsilent stalls?\b|\bsilently stalled\b/i, 'sync stalled'],
  [/\bincident\?/i, 'possible outage'],
  [/\bcontradictory record/i, 'inconsistent data'],
  [/\bgood as of\b/i, 'last good sync'],
  [/\bend users?\b/i, 'customer'],
  [/\bthird part(y|ies)\b/i, 'provider, or its name'],
  [/\bbudgets?\b/i, 'rate limit'],
  [/\benvelopes?\b/i, 'request preview'],
  [/\b(un)?seal(ed|s)?\b/i, 'encrypted'],
  [/\bledgers?\b/i, 'change log'],
  [/\bevidence bundles?\b/i, 'evidence file'],
  [/\bpractice service\b/i, 'practice workspace'],
  [/\bthe service\b/i, 'the API, or nothing'],
  [
    /\bnobody\b|\banew\b|\bin hand\b|\bput away\b|\btake[ns]? in\b|\bthrow away\b|\bletter for letter\b/i,
    'plain words'
  ],
  [/\bpractise\b|\bmended\b|\bmint(s|ed)?\b|\bmade up\b|\bby itself\b/i, 'plain words']
]

/** SQL of the store and the team's database. */
const isStatement = (text) => /^\s*(--|(SELECT|INSERT|UPDATE|DELETE|CREATE)\b)/.test(text)

/** Nobody reads it on the screen. */
const isThrown = (node) => ts.isNewExpression(node) && node.expression.getText() === 'Error'

function stringsOf(source, all, firstLine = 1) {
  const file = ts.createSourceFile('a.ts', source, ts.ScriptTarget.Latest, true)
  const found = []
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node) || isThrown(node)) return
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = ts.isTemplateExpression(node)
        ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' … ')
        : node.text
      const line = firstLine + file.getLineAndCharacterOfPosition(node.getStart()).line
      if (all ? isText(text) : isSentence(text)) found.push({ line, text })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Texts that the markup can draw. */
function drawn(node) {
  if (!node) return []
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type === 'TemplateLiteral')
    return [...node.quasis.map(({ value }) => value.cooked), ...node.expressions.flatMap(drawn)]
  if (node.type === 'ConditionalExpression') return [...drawn(node.consequent), ...drawn(node.alternate)]
  if (node.type === 'LogicalExpression') return [...drawn(node.left), ...drawn(node.right)]
  if (node.type === 'BinaryExpression' && node.operator === '+') return [...drawn(node.left), ...drawn(node.right)]
  return []
}

function textsOfComponent(source) {
  const found = []
  const lineOf = (at) => source.slice(0, at).split('\n').length
  const take = (texts, at, fits = isText) =>
    found.push(...texts.filter(fits).map((text) => ({ line: lineOf(at), text: text.trim() })))
  const attribute = (one, component) => {
    if (one.value === true || (component ? UNSPOKEN.test(one.name) : !SPOKEN.includes(one.name))) return
    for (const part of [one.value].flat())
      take(part.type === 'Text' ? [part.data] : drawn(part.expression), part.start, component ? isSentence : isText)
  }
  const visit = (node) => {
    if (!node || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(visit)
    if (LITERAL.includes(node.name)) return
    if (node.type === 'Text') take([node.data], node.start)
    if (node.type === 'ExpressionTag') take(drawn(node.expression), node.start)
    for (const one of node.attributes ?? []) if (one.type === 'Attribute') attribute(one, node.type === 'Component')
    for (const [key, child] of Object.entries(node)) if (!['attributes', 'expression'].includes(key)) visit(child)
  }
  const { fragment, instance, module } = parse(source, { modern: true })
  visit(fragment)
  for (const script of [instance, module].filter(Boolean)) {
    const { start, end } = script.content
    found.push(...stringsOf(source.slice(start, end), false, lineOf(start)))
  }
  return found
}

/** No operator reads these; in the store only SQL reads like text. */
const isUnread = (path) => /[.]test[.]ts$|\/testing(\/|[.]ts$)|^src\/main\/(store|walker)\//.test(path)

/**
 * @param {string} folder the project, with its `src`
 * @returns faults as `<file>:<line>: <what>`
 */
export function faultsOfWords(folder = root) {
  const paths = readdirSync(join(folder, 'src'), { recursive: true })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => /^src\/(main|shared|renderer)\/.*[.](ts|svelte)$/.test(path))
    .filter((path) => !isUnread(path))
  return paths.sort().flatMap((path) => {
    const source = readFileSync(join(folder, path), 'utf8')
    const inCatalogue = CATALOGUE.test(path)
    const texts = path.endsWith('.svelte') ? textsOfComponent(source) : stringsOf(source, inCatalogue)
    const outside = path.startsWith('src/renderer/') && !inCatalogue
    return texts.flatMap(({ line, text }) => [
      ...(outside ? [`${path}:${line}: not in a catalogue: ${JSON.stringify(text)}`] : []),
      ...RETIRED.filter(([word]) => !isStatement(text) && word.test(text)).map(
        ([word, instead]) =>
          `${path}:${line}: ${JSON.stringify(word.exec(text)[0])} is retired, use ${instead}: ${JSON.stringify(text)}`
      )
    ])
  })
}

/** As in `walkId` or `openCase`. */
const RETIRED_NAMES = /^(walk(s|ed|ing)?|cases?|verdicts?|ledgers?|(un)?seal(s|ed|ing)?|budgets?)$/

/** Stored data use these words, or they mean something else. */
const KEPT_NAMES = [
  [/^(to|toLocale)(Lower|Upper)Case$|^snakeCase$|^attackCases$/, /./],
  [/^walking$/, /./], // a state of refreshes and fetches in the database
  [/^walked$/, /^src\/main\/walker\/|^e2e\//], // a figure of the walker's metrics
  [/^(notifyCases|teamCase)$/, /./], // the settings and the history
  [/^(cases|verdict|walks|caseOf)$/, /evidence-file/],
  [
    /^verdict$/,
    /(team\/refresh|walker)\/|saved-filter|filters|columns|connectors\/list|Column|ConnectorRow|export-rows|(connectors\/room|team-refresh)[.]test/
  ], // saved filters; the team's tables; files of comparisons
  // kinds of team changes, links
  [/^(case|ledger)$/, /team\/kinds|audit|activity|Audit|waiting|pending|desktop|LinkTold|words\/shared/],
  [/./, /^src\/main\/store\/migrations|released/]
]

const wordsOf = (name) =>
  name.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((part) => part.replace(/^[#$_]+/, '').toLowerCase())

/** Test cases stay cases; names with an underscore belong to a table or the API. */
const isOther = (path, name) =>
  /_/.test(name) ||
  (/^cases?$|Cases?$/.test(name) && /[.]test[.]ts$|jmespath|shared\/passthrough|practice|^e2e\//.test(path))

/** @returns retired names, each once, as `<file>: <name>` */
export function retiredNames(folder = root) {
  const paths = readdirSync(join(folder, 'src'), { recursive: true })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => /[.](ts|svelte)$/.test(path))
  return paths.sort().flatMap((path) => {
    const source = readFileSync(join(folder, path), 'utf8')
    const scripts = path.endsWith('.svelte')
      ? [...source.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script)
      : [source]
    const found = new Set()
    for (const script of scripts) {
      const visit = (node) => {
        if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) found.add(node.text)
        ts.forEachChild(node, visit)
      }
      visit(ts.createSourceFile('a.ts', script, ts.ScriptTarget.Latest))
    }
    return [...found]
      .filter((name) => wordsOf(name).some((word) => RETIRED_NAMES.test(word)))
      .filter(
        (name) => !isOther(path, name) && !KEPT_NAMES.some(([kept, where]) => kept.test(name) && where.test(path))
      )
      .map((name) => `${path}: ${name}`)
  })
}

if (isMain(import.meta)) {
  await main(async () => {
    const only = process.argv.slice(2)
    const faults = faultsOfWords(root).filter((one) => only.length === 0 || only.some((part) => one.startsWith(part)))
    const names = retiredNames(root).map((one) => `${one} has a retired word`)
    for (const one of [...faults, ...names]) console.error(one)
    console.log(`${faults.length + names.length} faults of words`)
    return faults.length + names.length > 0 ? 1 : 0
  })
}
