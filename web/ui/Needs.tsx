import type { ReactNode } from 'react'
import { type Right, useMay } from './rights.ts'

/** A part of a page for those who have a right in the book; the others see what is there in its place, if anything. */
export const Needs = ({
  right,
  otherwise = null,
  children,
}: {
  right: Right
  otherwise?: ReactNode
  children: ReactNode
}) => (useMay(right) ? children : otherwise)
