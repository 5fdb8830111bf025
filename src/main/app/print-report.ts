import { BrowserWindow, type WebFrameMain } from 'electron'
import { AppError } from '../../shared/errors'
import type { TrendsReport } from '../../shared/trends/report'
import { isPage, pageOf } from './protocol'
import { webPreferences } from './window'

const printedWithinMs = 60_000

/** @throws AppError internal if the page breaks, ends or takes too long */
export type PrintReport = (report: TrendsReport) => Promise<Uint8Array>

/** The report's page has its own origin and preload, and can only read the report and say that it is drawn. */
export function printIn(preload: string): PrintReport {
  return async (report) => {
    // A hidden window with throttling would draw no frame, and the page waits for two.
    const preferences = { ...webPreferences, preload, backgroundThrottling: false }
    const window = new BrowserWindow({ show: false, width: 760, height: 1000, webPreferences: preferences })
    const { webContents } = window
    const { mainFrame } = webContents
    let giveUp: NodeJS.Timeout | undefined
    try {
      let drawn: () => void = () => undefined
      const isDrawn = new Promise<void>((resolve) => (drawn = resolve))
      const broken = new Promise<never>((_, reject) => {
        const isOwn = (frame: WebFrameMain | null) => frame === mainFrame && isPage('report', mainFrame.url)
        webContents.ipc.handle('report:read', ({ senderFrame }) => isOwn(senderFrame) && JSON.stringify(report))
        webContents.ipc.on('report:drawn', ({ senderFrame }) => isOwn(senderFrame) && drawn())
        const fail = (why: string) => reject(new AppError('internal', `The report could not be drawn: ${why}.`))
        webContents.ipc.on('report:failed', ({ senderFrame }) => isOwn(senderFrame) && fail('its page is broken'))
        webContents.on('render-process-gone', (_, { reason }) => fail(reason))
        webContents.on('did-fail-load', (_, code, description) => fail(`${description} (${code})`))
        webContents.on('preload-error', (_, __, { message }) => fail(message))
        window.on('closed', () => fail('its window was closed'))
        giveUp = setTimeout(() => fail(`it took longer than ${printedWithinMs / 1_000} s`), printedWithinMs)
      })
      void window.loadURL(pageOf('report')).catch(() => undefined)
      const print = async () => {
        await isDrawn
        return webContents.printToPDF({ pageSize: 'A4', printBackground: true, generateTaggedPDF: true })
      }
      return await Promise.race([print(), broken])
    } finally {
      clearTimeout(giveUp)
      if (!window.isDestroyed()) window.destroy()
    }
  }
}
