import { contextBridge, ipcRenderer } from 'electron'
import type { ConfirmBridge } from '../shared/guard/confirm'

// The confirmation window can only read, save and answer its question, or report a failure.
const bridge: ConfirmBridge = {
  read: () => ipcRenderer.invoke('confirm:read') as Promise<string>,
  drawn: () => ipcRenderer.invoke('confirm:drawn') as Promise<void>,
  onFocus: (listener) => void ipcRenderer.on('confirm:focus', () => listener()),
  failed: () => ipcRenderer.send('confirm:failed'),
  save: (request) => ipcRenderer.invoke('confirm:save', request) as Promise<boolean>,
  answer: (answer) => ipcRenderer.send('confirm:answer', answer)
}
contextBridge.exposeInMainWorld('confirmation', bridge)
