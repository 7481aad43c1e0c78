import { createElement, use, type ComponentType, type FunctionComponent } from 'react'

/**
 * A component whose code is loaded when it is first drawn. If the code cannot be loaded, drawing throws until `forgetFailures`. The router's
 * own `lazyRouteComponent` reloads the page then, and a reload without the service leaves a browser's error page in place of all data.
 */
export function lazyView<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): FunctionComponent<Props> & { preload(): Promise<void> } {
  let loading: Promise<ComponentType<Props>> | null = null
  const component = (): Promise<ComponentType<Props>> =>
    (loading ??= load().then(
      (module) => module[name],
      async (error: unknown) => {
        failed.add(() => (loading = null))
        throw await failureOf(error)
      },
    ))
  const View = (props: Props) => createElement(use(component()), props)
  return Object.assign(View, { preload: () => component().then(() => undefined) })
}

/** Resets of the views whose code could not be loaded. */
const failed = new Set<() => void>()

/** Lets the views whose code could not be loaded try again when they are drawn next. */
export function forgetFailures(): void {
  for (const reset of failed) reset()
  failed.clear()
}

const RELOADED = 'reloaded-for-code'

/** Reloads the page, once for the same code, if the service answers: its page may be of a later version, whose code has other names. */
async function failureOf(error: unknown): Promise<unknown> {
  const isThere = await fetch('/health').then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isThere) return new Error('Holderscope is not responding, so this view could not be loaded.', { cause: error })
  if (sessionStorage.getItem(RELOADED) === String(error)) return error
  sessionStorage.setItem(RELOADED, String(error))
  window.location.reload()
  return new Promise(() => undefined)
}
