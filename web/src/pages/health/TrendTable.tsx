import { Table } from "@mantine/core";
import { floorPercent } from "../../ui/bound";
import { GoLink } from "../../ui/GoLink";
import { atMinute } from "../../ui/when";
import { entriesOf, type Marker, markerText, type Point } from "./timeline";

/** The same as the chart, for those who would rather read it; newest first. */
export function TrendTable({ points, markers }: { points: Point[]; markers: Marker[] }) {
  return (
    <Table aria-label="Official batches" verticalSpacing="xs" className="run-table figures">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>When</Table.Th>
          <Table.Th>Version</Table.Th>
          <Table.Th ta="right">At least</Table.Th>
          <Table.Th ta="right">Runs passed</Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Tests
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entriesOf(points, markers).map((entry) =>
          "point" in entry ? (
            <PointRow key={entry.point.batch} point={entry.point} />
          ) : (
            <Table.Tr key={`${entry.at}.${entry.marker.what}`}>
              <Table.Td>{atMinute(entry.at)}</Table.Td>
              <Table.Td colSpan={4} c="dimmed">
                {markerText(entry.marker)}
              </Table.Td>
            </Table.Tr>
          ),
        )}
      </Table.Tbody>
    </Table>
  );
}

function PointRow({ point: { batch, at, version_number, lower, k, n, tests } }: { point: Point }) {
  return (
    <Table.Tr>
      <Table.Td>
        <GoLink
          change={{ tab: "runs", batch, run: undefined, test: undefined }}
          className="title-link"
          label={`Runs of ${atMinute(at)}`}
        >
          {atMinute(at)}
        </GoLink>
      </Table.Td>
      <Table.Td>{version_number}</Table.Td>
      <Table.Td ta="right">{floorPercent(lower)} %</Table.Td>
      <Table.Td ta="right">
        {k} of {n}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {tests}
      </Table.Td>
    </Table.Tr>
  );
}
