// Regenerates the catalogue and the operations from tables of the contract: node scripts/catalogue.mjs
// <collections.tsv> <operations.tsv>. Commit its output.
import { readFileSync, writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'

const [collections, operations] = process.argv.slice(2)
if (!collections || !operations) throw new Error('usage: catalogue.mjs <collections.tsv> <operations.tsv>')
const root = new URL('..', import.meta.url)

const none = (text) => text === undefined || /^(none|not declared|not stated)$/.test(text)
const rowsOf = (file, fixed) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const cells = line.split('\t')
      const named = cells.slice(fixed).map((cell) => {
        const at = cell.indexOf('=')
        return [cell.slice(0, at), cell.slice(at + 1)]
      })
      return { fixed: cells.slice(0, fixed), ...Object.fromEntries(named) }
    })

/** `name:type`, separated by commas outside brackets. */
const pairs = (text) =>
  none(text)
    ? []
    : text.match(/(?:[^,(]|\([^()]*\))+/g).map((pair) => {
        const at = pair.indexOf(':')
        return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
      })

function paramOf([name, type], csv, known) {
  const options = /^enum\((.*)\)$/.exec(type)?.[1]?.split('|')
  const plain = options ? 'enum' : type.startsWith('array') ? 'list' : type
  const values = options ?? known.get(name)
  return { name, type: plain, ...(csv.includes(name) && { csv: true }), ...(values && { values }) }
}

function collectionOf(row) {
  const [category, path] = row.fixed
  const csv = none(row.csv) ? [] : row.csv.split(',')
  const known = new Map(
    none(row.known_values)
      ? []
      : row.known_values.split(';').map((one) => [one.split(':')[0], one.split(':')[1].split('|')])
  )
  const params = pairs(row.params).filter(([name]) => name !== 'page_size' && name !== 'cursor')
  const create = /^POST (\S+) -> (\d+)/.exec(row.create)
  return {
    path,
    category: category === 'PLATFORM' ? null : category,
    needsConnector: row.connector_token === 'required',
    pageSize: { default: Number(row.page_size_default), max: Number(row.page_size_max) },
    params: params.map((pair) => paramOf(pair, csv, known)),
    ...(!none(row.expand_relations_inferred) && { relations: row.expand_relations_inferred.split(',') }),
    ...(!none(row.get_by_id) && {
      byId: { path: row.get_by_id.replace(/^GET /, ''), params: pairs(row.get_by_id_params).map(([name]) => name) }
    }),
    ...(create && {
      create: { status: Number(create[2]), idempotent: row.create_headers.includes('x-idempotency-key') }
    }),
    ...(!none(row.meta) && { meta: row.meta.split('; ').map((one) => one.replace(/^GET /, '')) }),
    ...(row.beta === 'BETA' && { beta: true })
  }
}

function operationOf(row) {
  const [group, name, method, path] = row.fixed
  const { auth, path_params, query_required, query_optional, body_required, body_optional, rule } = row
  const errors = [...row.errors.matchAll(/\b[45]\d\d\b/g)].map(([code]) => Number(code))
  const cells = {
    path_params,
    query_required,
    query_optional,
    body_required,
    body_optional,
    rule,
    response: row.response
  }
  const filled = Object.entries(cells).filter(([, cell]) => !none(cell))
  return {
    group,
    name,
    method,
    path,
    auth: auth.split(', '),
    success: Number(row.success),
    errors,
    ...Object.fromEntries(filled)
  }
}

async function write(path, rows) {
  const file = new URL(path, root)
  const options = await resolveConfig(file)
  writeFileSync(file, await format(JSON.stringify(rows), { ...options, parser: 'json' }))
}

await write('src/shared/data/catalogue.json', rowsOf(collections, 2).map(collectionOf))
await write('src/practice/contract-operations.json', rowsOf(operations, 4).map(operationOf))
