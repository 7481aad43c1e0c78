import type { Session } from 'electron'

/** The page copies text and needs nothing else from the system. */
const ALLOWED = 'clipboard-sanitized-write'

/** Denies the page every permission but copying, both when it asks and when it checks (https://www.electronjs.org/docs/latest/tutorial/security, 5). */
export function guardPermissions(session: Session, origin: string): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) => {
    answer(permission === ALLOWED && URL.parse(requestingUrl)?.origin === origin)
  })
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) => {
    return permission === ALLOWED && URL.parse(requestingOrigin)?.origin === origin
  })
}
