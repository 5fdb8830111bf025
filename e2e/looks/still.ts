import type { CDPSession, ElectronApplication, Page } from '@playwright/test'

/** ms since 1970: a Friday morning. */
export const moment = Date.UTC(2026, 10, 20, 9, 12)

/** Ages and durations are the same in each picture. */
export async function stopClock(app: ElectronApplication): Promise<void> {
  await app.evaluate((_, at) => {
    const System = Date
    class Still extends System {
      constructor(...given: unknown[]) {
        super(...((given.length === 0 ? [at] : given) as [number]))
      }
      static override now = () => at
    }
    globalThis.Date = Still as DateConstructor
    performance.now = () => 1_000
  }, moment)
}

/** They differ between runs and computers. */
async function unify(page: Page): Promise<void> {
  await page.evaluate(() => {
    const fixed: [RegExp, string][] = [
      [/127\.0\.0\.1:\d+/g, '127.0.0.1:40000'],
      [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g, '5f0c7d1e-8a34-4b6e-9d21-3c7b1e5a9f40'],
      [/\b[\da-f]{64}\b/g, '19d2c3729f2a228a'.repeat(4)],
      [/(?<![\d.])\d{1,3}\.\d+\.\d+(?:\.\d+)?(?=[\s,;)]|$)/g, '1.2.3']
    ]
    const unified = (text: string) => fixed.reduce((now, [of, by]) => now.replace(of, by), text)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = unified(node.nodeValue ?? '')
      if (text !== node.nodeValue) node.nodeValue = text
    }
    for (const input of document.querySelectorAll('input')) {
      const text = unified(input.value)
      if (text !== input.value) input.value = text
    }
  })
}

/** Then the window is complete; lists draw a few rows per frame. */
const QUIET_FRAMES = 12

export type Picture = { format: 'jpeg' | 'webp'; quality: number; scale: number }

export class Camera {
  private constructor(
    readonly page: Page,
    private readonly session: CDPSession
  ) {}

  static async of(page: Page): Promise<Camera> {
    return new Camera(page, await page.context().newCDPSession(page))
  }

  /** Waits for fonts and for the last change. */
  async take({ format, quality, scale }: Picture): Promise<Buffer> {
    await this.page.evaluate(async (quietFrames) => {
      await document.fonts.ready
      let quiet = 0
      const observer = new MutationObserver(() => (quiet = 0))
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
      while (quiet++ < quietFrames) await new Promise(requestAnimationFrame)
      observer.disconnect()
    }, QUIET_FRAMES)
    await unify(this.page)
    const [width, height] = await this.page.evaluate(() => [innerWidth, innerHeight] as const)
    const clip = { x: 0, y: 0, width, height, scale }
    const { data } = await this.session.send('Page.captureScreenshot', { format, quality, clip })
    return Buffer.from(data, 'base64')
  }
}
