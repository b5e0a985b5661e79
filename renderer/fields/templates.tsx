import type { ObjectFieldTemplateProps } from '@rjsf/utils';

/** The fields one below the other, in the server's order. */
export const ObjectTemplate = ({ properties }: ObjectFieldTemplateProps) => (
  <>{properties.map((property) => property.content)}</>
);
