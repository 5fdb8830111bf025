import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pagePolicy } from './page-policy'

it.each(['index.html', 'confirm.html', 'guide.html', 'report.html'])(
  '@attack the policy in the head of %s is that of the header',
  (page) => {
    const html = readFileSync(new URL(`../../renderer/${page}`, import.meta.url), 'utf8')
    expect(/Content-Security-Policy"\s+content="([^"]+)"/.exec(html)?.[1]).toBe(pagePolicy)
    expect(pagePolicy).toContain("connect-src 'none'")
    expect(pagePolicy).toContain("require-trusted-types-for 'script'")
    expect(pagePolicy).not.toMatch(/unsafe|\*|https?:/)
  }
)
