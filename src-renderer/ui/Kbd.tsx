/** A key or key combination; `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <kbd className="kbd">
      {keys
        .split('+')
        .map(keyName)
        .join(isMac() ? '' : ' ')}
    </kbd>
  )
}

function isMac(): boolean {
  return /Mac|iP(hone|ad)/.test(navigator.userAgent)
}

function keyName(key: string): string {
  return key === 'Mod' ? (isMac() ? '⌘' : 'Ctrl') : key
}
