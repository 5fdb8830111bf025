import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import type { DeskBridge } from '../shared/ipc'
import { collectPageAtRest } from './page-heap'

/** The contract's channels, inserted by the build (electron.vite.config.ts). */
declare const CHANNEL_NAMES: readonly string[]
declare const EVENT_NAMES: readonly string[]
const channels = new Set(CHANNEL_NAMES)
const events = new Set(EVENT_NAMES)
const happened = collectPageAtRest()

// The whole bridge. It refuses any channel outside of the contract.
const bridge: DeskBridge = {
  invoke(channel, request) {
    if (!channels.has(channel)) return Promise.reject(new Error(`Unknown channel: ${channel}`))
    happened()
    return ipcRenderer.invoke(channel, request) as Promise<string>
  },
  on(event, listener) {
    if (!events.has(event)) throw new Error(`Unknown event: ${event}`)
    const forward = (_: IpcRendererEvent, payload: string) => {
      happened()
      listener(payload)
    }
    ipcRenderer.on(event, forward)
    return () => ipcRenderer.off(event, forward)
  }
}
contextBridge.exposeInMainWorld('desk', bridge)
