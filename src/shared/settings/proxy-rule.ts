import { z } from 'zod'
import { ownName } from '../own-name'

export const url = (name: string) =>
  z
    .string()
    .max(2_000)
    .meta({ format: 'uri', examples: [name] })
export const webAddress = (schemes: RegExp, example: string) =>
  ownName(
    url(example).refine(
      (text) => URL.canParse(text) && schemes.test(new URL(text).protocol) && !new URL(text).username,
      `is not an address, as ${example}`
    )
  )

export const proxyRule = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.enum(['system', 'direct']) }),
  z.strictObject({
    mode: z.literal('fixed'),
    address: webAddress(/^https?:$/, 'http://proxy.example.com:8080'),
    /** Hosts reached directly, as `*.example.com`. */
    bypass: z
      .array(ownName(z.string().regex(/^[\w*.:[\]/-]+$/)))
      .max(100)
      .optional()
  }),
  z.strictObject({ mode: z.literal('pac'), address: webAddress(/^https?:$/, 'http://wpad.example.com/proxy.pac') })
])
export type ProxyRule = z.infer<typeof proxyRule>
