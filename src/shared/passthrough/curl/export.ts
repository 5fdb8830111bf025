import type { PassthroughDraft } from '../passthrough'
import { trimmedEnd } from '../../scan'
import { buildRequest, servicePathOf } from '../request'
import { withoutSecrets } from '../secrets'
import { writeOperationAt } from '../unified/operations'
import type { Variables } from '../variables'

export type ExportAs = 'curl' | 'httpie' | 'fetch'

/** Tokens come from ACCESS_TOKEN and CONNECTOR_TOKEN, the key from IDEMPOTENCY_KEY; names replace other secrets. */
export function exportDraft(draft: PassthroughDraft, variables: Variables, baseUrl: string, as: ExportAs): string {
  const { text } = buildRequest(withoutSecrets(draft), variables)
  const url = `${trimmedEnd(baseUrl, (char) => char === '/')}${servicePathOf(draft)}`
  // Each sender needs another key: the service carries out a repeated key only once.
  const keyed = draft.route === 'unified' && writeOperationAt(draft.path)?.idempotent === true
  switch (as) {
    case 'curl':
      return [
        `curl -X POST ${quote(url)}`,
        `-H "Authorization: Bearer $ACCESS_TOKEN"`,
        `-H "x-connector-token: $CONNECTOR_TOKEN"`,
        ...(keyed ? [`-H "x-idempotency-key: $IDEMPOTENCY_KEY"`] : []),
        `-H 'Content-Type: application/json'`,
        `--data-raw ${quote(text)}`
      ].join(' \\\n  ')
    case 'httpie':
      return [
        `http POST ${quote(url)}`,
        `"Authorization:Bearer $ACCESS_TOKEN"`,
        `"x-connector-token:$CONNECTOR_TOKEN"`,
        ...(keyed ? [`"x-idempotency-key:$IDEMPOTENCY_KEY"`] : []),
        `Content-Type:application/json`,
        `--raw ${quote(text)}`
      ].join(' \\\n  ')
    case 'fetch':
      return [
        `const response = await fetch(${JSON.stringify(url)}, {`,
        `  method: 'POST',`,
        `  headers: {`,
        `    Authorization: \`Bearer \${process.env.ACCESS_TOKEN}\`,`,
        `    'x-connector-token': process.env.CONNECTOR_TOKEN,`,
        ...(keyed ? [`    'x-idempotency-key': process.env.IDEMPOTENCY_KEY,`] : []),
        `    'Content-Type': 'application/json'`,
        `  },`,
        `  redirect: 'manual',`,
        `  body: ${JSON.stringify(text)}`,
        `})`
      ].join('\n')
  }
}

/** A POSIX shell interprets nothing in single quotes. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
