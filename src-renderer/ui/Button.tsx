import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconName } from './Icon.tsx'
import { Tooltip } from './Tooltip.tsx'

type Native = ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }

/** A disabled button stays focusable: browsers drop the focus of a button that is disabled while it works. */
const focusable = ({ disabled, onClick, ...rest }: Native): Native =>
  disabled === true ? { ...rest, 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() } : { ...rest, onClick }

export interface ButtonProps extends Native {
  /** `primary`: once per view. `danger`: cannot be undone. */
  kind?: 'plain' | 'primary' | 'quiet' | 'danger'
  icon?: IconName
  text?: ReactNode
}

export function Button({ kind = 'plain', icon, text, children, className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button type={type} className={cx('button', `button-${kind}`, className)} {...focusable(rest)}>
      {icon === undefined ? null : <Icon name={icon} size={14} />}
      {text}
      {children}
    </button>
  )
}

export interface IconButtonProps extends Native {
  icon: IconName
  /** Accessible name and tooltip. */
  label: string
  shortcut?: string
  pressed?: boolean
  size?: 'small' | 'normal'
}

export function IconButton({ icon, label, shortcut, pressed, size = 'normal', className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} {...(shortcut === undefined ? {} : { shortcut })}>
      <button
        type={type}
        className={cx('icon-button', size === 'small' && 'icon-button-small', className)}
        aria-label={label}
        aria-pressed={pressed}
        {...focusable(rest)}
      >
        <Icon name={icon} size={size === 'small' ? 14 : 16} />
      </button>
    </Tooltip>
  )
}
