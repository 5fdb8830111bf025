/** True for curl, or a PowerShell command that makes requests. */
export function isCommand(text: string): boolean {
  return /^(?:\$\s+|>\s*|PS [^>\n]*>\s*|[A-Z]:\\[^>\n]*>\s*|&\s*)?(?:['"]?\S*curl(?:\.exe)?['"]?\s|Invoke-(?:WebRequest|RestMethod)\b|iwr\s|irm\s|\$session\s*=)/i.test(
    text.trimStart()
  )
}
