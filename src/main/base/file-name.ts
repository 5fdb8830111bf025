/** Names that Windows keeps for devices. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** A file's name that others gave, without folders, control and direction characters, and what Windows refuses. */
export function harmlessName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  // eslint-disable-next-line no-control-regex -- those are what is taken out
  const clean = last.replace(/[\u0000-\u001f\u007f<>:"|?*\u202a-\u202e\u2066-\u2069]/g, '').replace(/^\.+|[. ]+$/g, '')
  return reserved.test(clean) ? `_${clean}` : clean.slice(-120)
}
