"""What GitLab and readers of JUnit ask for, as schemas: their published rules in our own words.

GitLab: "Code Quality report format", https://docs.gitlab.com/ci/testing/code_quality/. JUnit:
`junit-10.xsd` of Jenkins' xunit plugin, https://github.com/jenkinsci/xunit-plugin, the parts that
a report without properties and output may use.
"""

from __future__ import annotations

from typing import Annotated, Literal

from lxml import etree
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Words = Annotated[str, StringConstraints(min_length=1)]


class Shape(BaseModel):
    """Nothing that the rules do not know."""

    model_config = ConfigDict(extra="forbid")


class Begin(Shape):
    """The line a fault begins in."""

    begin: Annotated[int, Field(ge=1)]


class Location(Shape):
    """Where a fault is: a relative path and a line."""

    path: Annotated[str, StringConstraints(pattern=r"^[^/.][^\\]*$|^\.[^/.][^\\]*$")]
    lines: Begin


class Degradation(Shape):
    """One fault of a Code Quality report."""

    description: Words
    check_name: Words
    fingerprint: Words
    severity: Literal["info", "minor", "major", "critical", "blocker"]
    location: Location


_COUNTS = "".join(
    f'<xs:attribute name="{name}" type="xs:nonNegativeInteger"/>'
    for name in ("tests", "failures", "errors")
)
JUNIT = etree.XMLSchema(
    etree.fromstring(
        f"""
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:complexType name="fault" mixed="true">
    <xs:attribute name="message" type="xs:string"/>
    <xs:attribute name="type" type="xs:string"/>
  </xs:complexType>
  <xs:complexType name="case">
    <xs:choice minOccurs="0">
      <xs:element name="failure" type="fault"/><xs:element name="error" type="fault"/>
    </xs:choice>
    <xs:attribute name="name" type="xs:string" use="required"/>
    <xs:attribute name="classname" type="xs:string"/>
    <xs:attribute name="time" type="xs:decimal"/>
  </xs:complexType>
  <xs:complexType name="suite">
    <xs:sequence>
      <xs:element name="testcase" type="case" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence>
    <xs:attribute name="name" type="xs:string" use="required"/>{_COUNTS}
  </xs:complexType>
  <xs:element name="testsuites">
    <xs:complexType>
      <xs:sequence>
        <xs:element name="testsuite" type="suite" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence>
      <xs:attribute name="name" type="xs:string"/>{_COUNTS}
    </xs:complexType>
  </xs:element>
</xs:schema>"""
    )
)
