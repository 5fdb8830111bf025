import { contextBridge, ipcRenderer } from 'electron'
import type { ReportBridge } from '../shared/trends/report'

// All that the page of a printed report can do: read what it shows, and say when it is drawn or cannot be.
const bridge: ReportBridge = {
  read: () => ipcRenderer.invoke('report:read') as Promise<string>,
  drawn: () => ipcRenderer.send('report:drawn'),
  failed: () => ipcRenderer.send('report:failed')
}
contextBridge.exposeInMainWorld('report', bridge)
