import type { PassthroughDraft } from '../../model/passthrough'
import { buildEnvelope } from '../envelope'
import { withoutSecrets } from '../secrets'
import type { Variables } from '../variables'

export type ExportAs = 'curl' | 'httpie' | 'fetch'

/**
 * A draft as a command or a program to share: the passthrough call itself (spec §2), with its tokens left to
 * the environment variables ACCESS_TOKEN and CONNECTOR_TOKEN, and other secrets replaced by their names.
 */
export function exportDraft(draft: PassthroughDraft, variables: Variables, baseUrl: string, as: ExportAs): string {
  const { text } = buildEnvelope(withoutSecrets(draft), variables)
  const url = `${baseUrl.replace(/\/+$/, '')}/api/v1/passthrough`
  switch (as) {
    case 'curl':
      return [
        `curl -X POST ${quote(url)}`,
        `-H "Authorization: Bearer $ACCESS_TOKEN"`,
        `-H "x-connector-token: $CONNECTOR_TOKEN"`,
        `-H 'Content-Type: application/json'`,
        `--data-raw ${quote(text)}`
      ].join(' \\\n  ')
    case 'httpie':
      return [
        `http POST ${quote(url)}`,
        `"Authorization:Bearer $ACCESS_TOKEN"`,
        `"x-connector-token:$CONNECTOR_TOKEN"`,
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
        `    'Content-Type': 'application/json'`,
        `  },`,
        `  redirect: 'manual',`,
        `  body: ${JSON.stringify(text)}`,
        `})`
      ].join('\n')
  }
}

/** In single quotes a POSIX shell interprets nothing but their end. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
