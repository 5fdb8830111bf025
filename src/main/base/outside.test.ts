import { beforeEach, describe, expect, it } from 'vitest'
import { Outside } from './outside'

let opened: string[]
let outside: Outside
beforeEach(() => {
  opened = []
  outside = new Outside(async (address) => void opened.push(address))
})

describe('Outside', () => {
  it('opens a page of the configured dashboard', async () => {
    await outside.page('https://dashboard.example.com/c/1', 'https://dashboard.example.com')
    expect(opened).toEqual(['https://dashboard.example.com/c/1'])
  })

  it.each([
    'https://evil.example/c/1',
    'https://dashboard.example.com.evil.example/',
    'https://user:word@dashboard.example.com/',
    'http://dashboard.example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'mailto:a@b.example',
    'no address'
  ])('@attack does not open %s', async (address) => {
    await expect(outside.page(address, 'https://dashboard.example.com')).rejects.toMatchObject({
      code: 'invalid-input'
    })
    await expect(outside.page(address, 'null')).rejects.toMatchObject({ code: 'invalid-input' })
    expect(opened).toEqual([])
  })

  it('@attack a letter is a subject and a body to nobody yet, whatever is in it', async () => {
    await outside.mail('Reconnect & more\r\nBcc: all@evil.example', 'Hello,\n?cc=x&attach=/etc/passwd \ud800')
    const [address = ''] = opened
    expect(address).toMatch(/^mailto:\?subject=[^&?]*&body=[^&?]*$/)
    expect(new URLSearchParams(address.split('?')[1]).get('body')).toBe('Hello,\r\n?cc=x&attach=/etc/passwd \ufffd')
  })

  it('refuses a letter that a mail program would cut', async () => {
    await expect(outside.mail('Hello', 'x'.repeat(3_000))).rejects.toMatchObject({ code: 'too-large' })
    expect(opened).toEqual([])
  })
})
