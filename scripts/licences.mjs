/** SPDX name. */
function licenceOf({ licenses = [] }) {
  const names = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name)
  return names.filter(Boolean).join(', ') || 'not named'
}

/**
 * @param {{ name: string, version: string, group?: string, licenses?: object[] }[]} components of CycloneDX
 * @returns {string} Markdown
 */
export function licenceList(components) {
  const rows = components
    .map((one) => ({
      name: one.group ? `${one.group}/${one.name}` : one.name,
      version: one.version,
      licence: licenceOf(one)
    }))
    .sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1))
  const counts = new Map()
  for (const { licence } of rows) counts.set(licence, (counts.get(licence) ?? 0) + 1)
  const sums = [...counts].sort(([, a], [, b]) => b - a).map(([licence, count]) => `| ${licence} | ${count} |`)
  const lines = rows.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  return [
    '# Licences\n',
    '| Licence | Packages |\n| --- | --- |',
    `${sums.join('\n')}\n`,
    '| Package | Version | Licence |\n| --- | --- | --- |',
    `${lines.join('\n')}\n`
  ].join('\n')
}
