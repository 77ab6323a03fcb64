// The types of the part of @fluent/bundle that the page uses.

export type FluentArgument = string | number;

export class FluentResource {
  constructor(source: string);
}

export class FluentBundle {
  constructor(locales: string | string[], options?: { useIsolating?: boolean });
  addResource(resource: FluentResource, options?: { allowOverrides?: boolean }): Error[];
  getMessage(id: string): { value: unknown; attributes: Record<string, unknown> } | undefined;
  formatPattern(pattern: unknown, args?: Record<string, FluentArgument> | null, errors?: Error[]): string;
}
