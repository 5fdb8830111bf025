import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import { contract, events, type DeskBridge } from '../shared/ipc'

// The whole bridge. Only what the contract names may pass; everything else is refused here already.
const bridge: DeskBridge = {
  invoke(channel, request) {
    if (!Object.hasOwn(contract, channel)) return Promise.reject(new Error(`Unknown channel: ${channel}`))
    return ipcRenderer.invoke(channel, request) as Promise<string>
  },
  on(event, listener) {
    if (!Object.hasOwn(events, event)) throw new Error(`Unknown event: ${event}`)
    const forward = (_: IpcRendererEvent, payload: string) => listener(payload)
    ipcRenderer.on(event, forward)
    return () => ipcRenderer.off(event, forward)
  }
}
contextBridge.exposeInMainWorld('desk', bridge)
